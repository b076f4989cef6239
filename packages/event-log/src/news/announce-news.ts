import type { Pool } from "@shipment-tracking/postgres";

/** The channel of the write database on which is said that something was committed. Without content: readers look for themselves. */
export const newsChannel = "tracking_log_news";

/** Announcements of a process are this far apart at least, in ms: readers that are at work look again by themselves. */
const apartMs = 10;

// Of its own and after the commit, because a NOTIFY makes the commits of its kind wait for each other; it need not last, so nobody waits for a disk.
const announceText = `set local synchronous_commit = off; notify ${newsChannel}`;

interface Announcer {
  /** Another one is wanted when the current one has ended. */
  again: boolean;
}

const announcers = new WeakMap<Pool, Announcer>();

/**
 * Tells the readers of the log that something was committed. To be called after the commit; returns at once. One announcement stands for all
 * commits up to its beginning. A failed one is lost: the readers then find out by looking.
 */
export function announceNews(pool: Pool): void {
  const current = announcers.get(pool);
  if (current !== undefined) {
    current.again = true;
    return;
  }
  const announcer = { again: false };
  announcers.set(pool, announcer);
  void announceAll(pool, announcer);
}

async function announceAll(pool: Pool, announcer: Announcer): Promise<void> {
  do {
    announcer.again = false;
    await Promise.all([announce(pool), pause()]);
  } while (announcer.again);
  announcers.delete(pool);
}

async function announce(pool: Pool): Promise<void> {
  try {
    await pool.query({ text: announceText });
  } catch {
    // whoever needs the database is told by what fails for him
  }
}

/** Keeps no process alive. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, apartMs).unref();
  });
}
