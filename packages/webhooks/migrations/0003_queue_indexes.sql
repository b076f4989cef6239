-- Up Migration

-- What left the queue stays in its indexes until the claim, which reads them from the front, marks it as dead. Entries that share a list are
-- marked only when all of them are dead, and a backlog that becomes due in one moment is one such list: measured with 250 deliveries an
-- endpoint, a claim read up to 228 pages for each endpoint with lists, and 14 to 15 without.
alter index hooks.deliveries_due set (deduplicate_items = off);
alter index hooks.deliveries_leased set (deduplicate_items = off);
reindex index hooks.deliveries_due;
reindex index hooks.deliveries_leased;
