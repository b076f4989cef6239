/** What replaces parts of kafkajs knows the insides of this version, and of no other. */
const patchedVersion = "2.2.4";

/** Whether the insides of kafkajs may be changed; any other version is left alone. */
export function isPatchedVersion(version: string): boolean {
  return version === patchedVersion;
}
