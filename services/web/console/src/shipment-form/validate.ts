import type { TypedPlace, Values } from "./values.ts";

/** What is wrong, by the name of the field: as in `origin.city`. */
export function problemsOf(values: Values): Readonly<Record<string, string>> {
  const problems: Record<string, string> = {
    ...placeProblems("origin", values.origin, values.pickup),
    ...placeProblems("destination", values.destination, values.delivery),
  };
  values.references.forEach(({ type, value }, index) => {
    if (type.trim() !== "" && value.trim() === "") {
      problems[`references.${String(index)}.value`] = "Say which";
    }
    if (type.trim() === "" && value.trim() !== "") {
      problems[`references.${String(index)}.type`] = "Say what it is, as Order";
    }
  });
  return problems;
}

function placeProblems(name: string, place: TypedPlace, time: string): Record<string, string> {
  const problems: Record<string, string> = {};
  const { city, ...rest } = place;
  const any = Object.values(rest).some((part) => part.trim() !== "");
  if (any && city.trim() === "") problems[`${name}.city`] = "A place needs its city";
  if (place.countryCode.trim() !== "" && !/^[a-z]{2}$/i.test(place.countryCode.trim())) {
    problems[`${name}.countryCode`] = "Two letters, as DE";
  }
  if (time !== "" && Number.isNaN(Date.parse(time))) problems[`${name}.time`] = "No such time";
  return problems;
}
