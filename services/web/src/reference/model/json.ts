/** An object of an OpenAPI document: what is in it is looked at, not trusted. */
export type Json = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Empty when there is no object of this name. */
export function objectIn(json: Json, name: string): Json {
  const value = json[name];
  return isObject(value) ? value : {};
}

export function textIn(json: Json, name: string): string | null {
  const value = json[name];
  return typeof value === "string" ? value : null;
}

/** Empty when there is no list of this name. */
export function listIn(json: Json, name: string): readonly unknown[] {
  const value: unknown = json[name];
  return Array.isArray(value) ? value : [];
}

export function objectsIn(json: Json, name: string): readonly Json[] {
  return listIn(json, name).filter(isObject);
}

/** A value as one writes it in JSON, for sentences. */
export function jsonText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
