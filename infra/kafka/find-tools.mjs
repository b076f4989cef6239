import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { jarsDir } from "./fetch-jars.mjs";

/** Why no local Kafka of this version can be started here, as a sentence with the remedy; null when it can. */
export function reasonAgainst(version, env = process.env) {
  const java = javaCommand(env);
  const major = javaMajor(java, env);
  if (major === null && env.JAVA_HOME)
    return `There is no Java in JAVA_HOME, ${env.JAVA_HOME}. Correct or unset it.`;
  if (major === null)
    return "Java is not installed (no `java` on the PATH, no JAVA_HOME). Install Java 17 or newer and Maven.";
  if (major < 17)
    return `Java ${major} is too old for Apache Kafka. Install Java 17 or newer, or set JAVA_HOME to it.`;
  if (existsSync(jarsDir(version)) || onPath("mvn", env)) return null;
  return "Maven, which downloads Apache Kafka, is not installed (no `mvn` on the PATH). Install it.";
}

/** JAVA_HOME goes before the PATH, as with Kafka's own scripts. */
export function javaCommand(env = process.env) {
  return env.JAVA_HOME ? join(env.JAVA_HOME, "bin", "java") : "java";
}

/** From the first line of `java -version`: `openjdk version "17.0.15" …`, `java version "1.8.0_402"`, `openjdk version "21-ea"`. */
export function majorOf(versionOutput) {
  const found = /version "(?:1\.)?(\d+)/.exec(versionOutput);
  return found ? Number(found[1]) : null;
}

function javaMajor(java, env) {
  const { status, stderr } = spawnSync(java, ["-version"], { encoding: "utf8", env });
  return status === 0 ? majorOf(stderr) : null;
}

function onPath(program, env) {
  const directories = (env.PATH ?? "").split(delimiter).filter((directory) => directory !== "");
  return directories.some((directory) => existsSync(join(directory, program)));
}
