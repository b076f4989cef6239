// planted: a database driver outside packages/postgres, and half of a cycle
import pg from "pg";
import { other } from "./other.ts";

export const position = String(pg) + other;
