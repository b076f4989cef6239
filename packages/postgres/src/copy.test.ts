import { expect, test } from "vitest";
import { copyLine } from "./copy.ts";

test("a line of COPY escapes what COPY would take for its own", () => {
  expect(copyLine(["a", 1, true, null, ""])).toBe("a\t1\ttrue\t\\N\t\n");
  expect(copyLine(["tab\there", "line\nend\r", "back\\slash", "\\N", "東京 \u001f"])).toBe(
    "tab\\there\tline\\nend\\r\tback\\\\slash\t\\\\N\t東京 \u001f\n",
  );
});
