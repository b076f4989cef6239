import type { FastifyInstance } from "fastify";
import { currencies } from "./currencies.ts";

/** The currencies that can be entered, with the digits of their amounts. */
export function registerCurrencyRoute(app: FastifyInstance): void {
  app.get("/api/currencies", async () => ({ items: currencies }));
}
