// planted: the read API reaches the log, and a service another service
import { append } from "../../../packages/event-log/src/index.ts";
import { web } from "../../web/src/index.ts";

export const api = append + web;
