import type { Queryable } from "@shipment-tracking/postgres";
import type { Lease } from "./owned-parts.ts";

/** A member of a consumer; `leaseMs` is how long it counts as alive after its last sign, by the database's clock. */
export interface Member {
  readonly consumer: string;
  readonly memberId: string;
  readonly leaseMs: number;
}

/** The table of leases as one member sees it. */
export interface Membership {
  /** Live members, this one among them unless it was given up for dead. */
  readonly members: readonly string[];
  /** This member's leases. */
  readonly leases: readonly Lease[];
}

interface MembershipRow {
  readonly kind: "member" | "lease";
  readonly member_id: string;
  readonly part: number | null;
  readonly epoch: number | null;
}

// A sign from the future (the clock stepped back) says as little as an old one.
const isAlive = (members: string, leaseMs: string) => `
  ${members}.seen_at between now() - ${leaseMs} * interval '1 millisecond'
                 and now() + ${leaseMs} * interval '1 millisecond'`;

/** Creates the lease rows that a consumer does not have yet. */
export async function createLeases(db: Queryable, consumer: string): Promise<void> {
  await db.query({
    text: `
      insert into write.log_leases (consumer, part)
      select $1, heads.part
      from write.log_head as heads
      on conflict (consumer, part) do nothing`,
    values: [consumer],
  });
}

/** Shows that the member is alive, which keeps all its leases; a member that was silent too long is not revived here. */
export async function renewMember(db: Queryable, member: Member): Promise<Membership> {
  const result = await db.query<MembershipRow>({
    name: "renew_member",
    text: `
      with renewed as (
        update write.log_members as members
        set seen_at = now()
        where members.consumer = $1
          and members.member_id = $2
          and ${isAlive("members", "$3::int")}
      )
      select 'member' as kind, members.member_id, null::smallint as part, null::bigint as epoch
      from write.log_members as members
      where members.consumer = $1
        and ${isAlive("members", "$3::int")}
      union all
      select 'lease', leases.member_id, leases.part, leases.epoch
      from write.log_leases as leases
      where leases.consumer = $1
        and leases.member_id = $2`,
    values: [member.consumer, member.memberId, member.leaseMs],
  });
  return {
    members: result.rows.filter((row) => row.kind === "member").map((row) => row.member_id),
    leases: result.rows.flatMap(({ part, epoch }) =>
      part === null || epoch === null ? [] : [{ part, epoch }],
    ),
  };
}

/** Enters the member (again) without any lease; dead members are removed on the way, which frees their leases. */
export async function joinMembers(db: Queryable, member: Member): Promise<void> {
  await db.query({
    text: `
      with buried as (
        delete from write.log_members as members
        where members.consumer = $1
          and members.member_id <> $2
          and not (${isAlive("members", "$3::int")})
      ),
      freed as (
        update write.log_leases as leases
        set member_id = null
        where leases.consumer = $1
          and leases.member_id = $2
      )
      insert into write.log_members (consumer, member_id, seen_at)
      values ($1, $2, now())
      on conflict (consumer, member_id) do update
      set seen_at = excluded.seen_at`,
    values: [member.consumer, member.memberId, member.leaseMs],
  });
}

/** Enters the member and gives it every part, whoever has it; a member that is still alive finds out and joins again. */
export async function joinAlone(db: Queryable, member: Member): Promise<void> {
  await db.query({
    text: `
      with others as (
        delete from write.log_members as members
        where members.consumer = $1
          and members.member_id <> $2
      ),
      locked as materialized (
        select leases.part
        from write.log_leases as leases
        where leases.consumer = $1
        order by leases.part
        for update
      ),
      taken as (
        update write.log_leases as leases
        set member_id = $2, epoch = leases.epoch + 1
        from locked
        where leases.consumer = $1
          and leases.part = locked.part
      )
      insert into write.log_members (consumer, member_id, seen_at)
      values ($1, $2, now())
      on conflict (consumer, member_id) do update
      set seen_at = excluded.seen_at`,
    values: [member.consumer, member.memberId],
  });
}

/**
 * Takes up to `count` parts that are free or whose member is dead. Parts that another member is just taking are left to it,
 * also when it has joined since this statement began, so that its row is not visible here: unknown is not dead.
 */
export async function takeLeases(
  db: Queryable,
  member: Member,
  count: number,
): Promise<readonly Lease[]> {
  const result = await db.query<{ readonly part: number; readonly epoch: number }>({
    text: `
      with free as materialized (
        select leases.part
        from write.log_leases as leases
        where leases.consumer = $1
          and (
            leases.member_id is null
            or exists (
              select
              from write.log_members as members
              where members.consumer = $1
                and members.member_id = leases.member_id
                and not (${isAlive("members", "$3::int")})
            )
          )
        order by leases.part
        limit $4
        for update of leases skip locked
      )
      update write.log_leases as leases
      set member_id = $2, epoch = leases.epoch + 1
      from free
      where leases.consumer = $1
        and leases.part = free.part
      returning leases.part, leases.epoch`,
    values: [member.consumer, member.memberId, member.leaseMs, count],
  });
  return result.rows;
}

/** Gives parts back to whoever needs some. */
export async function releaseLeases(
  db: Queryable,
  member: Member,
  parts: readonly number[],
): Promise<void> {
  await db.query({
    text: `
      update write.log_leases as leases
      set member_id = null
      where leases.consumer = $1
        and leases.member_id = $2
        and leases.part = any ($3::smallint[])`,
    values: [member.consumer, member.memberId, parts],
  });
}

/** Removes the member, which frees its parts. */
export async function leaveMembers(db: Queryable, member: Member): Promise<void> {
  await db.query({
    text: `
      delete from write.log_members as members
      where members.consumer = $1
        and members.member_id = $2`,
    values: [member.consumer, member.memberId],
  });
}
