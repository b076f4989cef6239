import { pathOf } from "@shipment-tracking/runtime";

/** Which rules a path falls under, whether or not a route exists there. */
export type Area = "v1" | "track" | "other";

export function areaOf(target: string): Area {
  const path = pathOf(target);
  if (isUnder(path, "/api/v1")) return "v1";
  return isUnder(path, "/api/track") ? "track" : "other";
}

/** Whether the read API answers this request target; what it does not own belongs to the web application. */
export function readApiOwns(target: string): boolean {
  return areaOf(target) !== "other" || pathOf(target) === "/api/openapi.json";
}

function isUnder(path: string, root: string): boolean {
  return path.startsWith(root) && (path.length === root.length || path[root.length] === "/");
}
