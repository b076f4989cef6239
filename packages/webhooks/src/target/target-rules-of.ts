import type { TargetRules } from "./parse-target.ts";

/** The settings about targets as a process reads them from its environment. */
export interface TargetSettings {
  readonly WEBHOOK_ALLOW_HTTP: boolean;
  readonly WEBHOOK_ALLOW_LOOPBACK: boolean;
  readonly WEBHOOK_PORTS: readonly number[];
}

/** What the settings allow besides public https targets; what listens on this machine may do so on any port. */
export function targetRulesOf(settings: TargetSettings): TargetRules {
  return {
    allowHttp: settings.WEBHOOK_ALLOW_HTTP,
    allowLoopback: settings.WEBHOOK_ALLOW_LOOPBACK,
    ports: settings.WEBHOOK_ALLOW_LOOPBACK ? "any" : settings.WEBHOOK_PORTS,
  };
}
