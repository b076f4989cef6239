import { z } from "zod";
import { id, instant, listOf, role } from "./parts.ts";

export const signedInUser = z
  .strictObject({
    id,
    name: z.string(),
    email: z.string(),
    role,
    tenant: z.strictObject({ id, name: z.string() }).describe("The company."),
  })
  .meta({ id: "SignedInUser" });

export const session = z.strictObject({ user: signedInUser }).meta({ id: "SessionAnswer" });

export const user = z
  .strictObject({
    id,
    name: z.string(),
    email: z.string(),
    role,
    active: z.boolean().describe("May sign in."),
    invited: z.boolean().describe("Has not set a password as yet."),
    createdAt: instant,
  })
  .meta({ id: "User" });

export const userAnswer = z.strictObject({ user }).meta({ id: "UserAnswer" });
export const userList = listOf(user).meta({ id: "UserList" });
