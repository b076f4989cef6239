// planted: the domain imports a node: module and another package
import { randomUUID } from "node:crypto";
import { position } from "../../contracts/src/index.ts";

export const id = (): string => randomUUID() + position;
