import { mayImport, testsMayImport } from "./may-import.mjs";
import { testFiles } from "./source-files.mjs";

const anyWorkspace = "^(packages|services)/[^/]+/";

/** The packages that lie in the folder of this one: they have rows of their own. */
function nestedIn(name) {
  return Object.keys(mayImport).filter((other) => other.startsWith(`${name}/`));
}
const npmTypes = ["npm", "npm-dev", "npm-optional", "npm-peer", "npm-no-pkg", "npm-unknown"];

/** dependency-cruiser's rules, made from the table. */
export function structureRules() {
  const packages = Object.entries(mayImport);
  return [
    ...packages.flatMap(([name, allowed]) => rulesOf(name, allowed)),
    ...packages.flatMap(([, allowed]) => oneFileRules(allowed)),
    ...generalRules(Object.keys(mayImport)),
  ];
}

function rulesOf(name, allowed) {
  const inTests = {
    workspace: [...allowed.workspace, ...(allowed.testsAlso ?? []), ...testsMayImport.workspace],
    npm: [...allowed.npm, ...(allowed.npmInTests ?? []), ...testsMayImport.npm],
    npmInFile: allowed.npmInFile,
    files: allowed.files,
  };
  const others = nestedIn(name).map((other) => `^${other}/`);
  const code = { path: `^${name}/`, pathNot: [testFiles, ...others].join("|") };
  const tests = {
    path: `^${name}/.*(${testFiles})`,
    ...(others.length > 0 ? { pathNot: others.join("|") } : {}),
  };
  return [
    ...importRules(`${name} imports`, { from: code, name, allowed }),
    ...importRules(`${name} tests import`, { from: tests, name, allowed: inTests }),
    ...(allowed.node === false
      ? [forbid(`${name} imports no node: module`, code, { dependencyTypes: ["core"] })]
      : []),
  ];
}

function importRules(title, { from, name, allowed }) {
  const workspace = [
    ...[name, ...allowed.workspace].map((other) => `^${other}/${outside(other)}`),
    ...(allowed.files ?? []).map((file) => `^${escaped(file)}$`),
  ];
  const npm = [...allowed.npm, ...Object.keys(allowed.npmInFile ?? {})];
  return [
    forbid(`${title} only the packages of its row`, from, {
      path: anyWorkspace,
      pathNot: workspace.join("|"),
    }),
    forbid(`${title} only the npm packages of its row`, from, {
      dependencyTypes: npmTypes,
      ...(npm.length > 0 ? { pathNot: npm.map(npmPath).join("|") } : {}),
    }),
  ];
}

/** Not what lies in the folder and has a row of its own. */
function outside(name) {
  return nestedIn(name)
    .map((other) => `(?!${other.slice(name.length + 1)}/)`)
    .join("");
}

function oneFileRules({ npmInFile = {} }) {
  return Object.entries(npmInFile).map(([npm, file]) =>
    forbid(
      `only ${file} imports ${npm}`,
      { pathNot: [`^${escaped(file)}$`, ...testsWith(npm)].join("|") },
      { path: npmPath(npm) },
    ),
  );
}

/** Tests look at what the one file did by the package itself, where the table says so. */
function testsWith(npm) {
  return Object.entries(mayImport)
    .filter(([, { npmInTests = [] }]) => npmInTests.includes(npm))
    .map(([name]) => `^${name}/.*(?:${testFiles})`);
}

function generalRules(names) {
  const indexes = "^(?:packages|services)/[^/]+/src/index\\.ts$";
  return [
    forbid(
      "only a package's index.ts is importable",
      { path: "^((?:packages|services)/[^/]+)/" },
      { path: anyWorkspace, pathNot: `^$1/|${indexes}` },
    ),
    forbid(
      "only a package's index.ts is importable from outside",
      { path: "^(test|infra)/" },
      { path: anyWorkspace, pathNot: indexes },
    ),
    forbid("no cycles", {}, { circular: true }),
    forbid("every import resolves", {}, { couldNotResolve: true }),
    forbid(
      "every package has a row in infra/structure/may-import.mjs",
      { path: anyWorkspace, pathNot: names.map((name) => `^${name}/`).join("|") },
      {},
    ),
    forbid(
      "code imports nothing from test/ or infra/",
      { path: anyWorkspace, pathNot: testFiles },
      { path: "^(test|infra)/" },
    ),
  ];
}

function forbid(name, from, to) {
  return { name, severity: "error", from, to };
}

function npmPath(npm) {
  return `(^|/)node_modules/(@types/)?${escaped(npm)}(/|$)`;
}

function escaped(text) {
  return text.replaceAll(".", "\\.");
}
