import { expect, it } from "vitest";
import { summary } from "./summary.ts";

it("without demo data names the command that makes a tenant, for this data directory", () => {
  const text = summary({
    publicUrl: "http://localhost:8081",
    demo: null,
    directory: { path: "/srv/d", demoFile: "/srv/d/demo.json", logFile: "/srv/d/service.log" },
    simulator: false,
    mailbox: false,
    startMs: 1_000,
  });
  expect(text).toContain("  Address      http://localhost:8081\n");
  expect(text).toContain(
    "    DATA_DIR='/srv/d' npx tracking tenant create --name 'My Company' --admin-email me@example.com\n",
  );
});
