import { hash, verify } from "@node-rs/argon2";
import { lengthInCharacters } from "@shipment-tracking/domain";

/** More sign-ins wait than can be served soon. */
export class PasswordQueueFull extends Error {
  override readonly name = "PasswordQueueFull";
}

/** The PHC string of a password (argon2id, m = 19456 KiB, t = 2, p = 1), in NFKC as typed on any keyboard. */
export async function hashPassword(password: string): Promise<string> {
  return withHashSlot(() => hash(password.normalize("NFKC"), parameters));
}

/**
 * Whether the password fits the hash. A null hash (unknown user, or one without a password) costs the same time as a wrong password and is
 * false.
 */
export async function verifyPassword(password: string, phc: string | null): Promise<boolean> {
  const normalized = password.normalize("NFKC");
  const fits = await withHashSlot(() => verify(phc ?? hashOfNothing, normalized));
  return fits && phc !== null;
}

export interface PasswordOwner {
  readonly email: string;
  readonly name: string;
}

/** What is wrong with a new password, as the end of a sentence that begins with the field's name; null when nothing is. */
export function passwordFault(password: string, owner?: PasswordOwner): string | null {
  const normalized = password.normalize("NFKC");
  const length = lengthInCharacters(normalized);
  if (length < 12 || length > 128) return "must have 12 to 128 characters";
  if (/\p{Surrogate}/u.test(normalized)) return "is not valid Unicode text";
  if (owner !== undefined && isMadeOf(normalized, owner)) {
    return "must not be made of the e-mail address or the name";
  }
  return null;
}

/** Less than six other characters besides what everybody who knows the owner tries first. */
function isMadeOf(password: string, { email, name }: PasswordOwner): boolean {
  const folded = bare(password);
  const [local = ""] = email.split("@");
  return [email, local, name]
    .map(bare)
    .filter((word) => word.length >= 4 && folded.includes(word))
    .some((word) => folded.replaceAll(word, "").length < 6);
}

/** Letters and digits only, in lower case: `Anna.Meier-2026` is `annameier2026`. */
function bare(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// of a random text that nobody kept, with the same parameters
const hashOfNothing =
  "$argon2id$v=19$m=19456,t=2,p=1$bcmJDkb8SD4UOdj2CFtQdQ$DaLE39182XU6slAadWZGYdTKaZ0FC9FMc7QWWXBd3wc";

// each hash takes 19 MB and a core for some 20 ms: two at once, process-wide, and a queue that cannot grow without end
const maxRunning = 2;
const maxWaiting = 50;
let running = 0;
const waiting: (() => void)[] = [];

async function withHashSlot<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running < maxRunning) running += 1;
  else await turn();
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

/** The slot is handed over by the one who leaves it, so `running` stays as it is. */
async function turn(): Promise<void> {
  if (waiting.length >= maxWaiting) throw new PasswordQueueFull("too many passwords to verify");
  await new Promise<void>((resolve) => waiting.push(resolve));
}
