import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { partCount } from "../port.ts";
import { fairShare } from "./fair-share.ts";

const memberIds = fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 100 });

describe("fairShare", () => {
  it("gives out every part, and no member more than one part above another", () => {
    fc.assert(
      fc.property(memberIds, (members) => {
        const shares = members.map((member) => fairShare(members, member));
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(partCount);
        expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("does not depend on the order in which the members are listed", () => {
    fc.assert(
      fc.property(memberIds, (members) => {
        const reversed = members.toReversed();
        for (const member of members)
          expect(fairShare(reversed, member)).toBe(fairShare(members, member));
      }),
    );
  });

  it("gives nothing to someone who is no member", () => {
    expect(fairShare(["a", "b"], "c")).toBe(0);
  });
});
