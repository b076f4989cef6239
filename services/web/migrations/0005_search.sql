-- Up Migration
-- The console's list, newest first, as a whole and by status.
create index shipments_newest on write.shipments (tenant_id, created_at desc, id desc);
create index shipments_newest_of_status on write.shipments (tenant_id, status, created_at desc, id desc);
-- What is under way, by the time at which it is due: everything before now is late.
create index shipments_due on write.shipments (tenant_id, ((details ->> 'deliveryScheduledAt') collate "C"))
  where status not in ('delivered', 'returned', 'cancelled');

-- What a shipment is found by. Beside the shipment and not in its row: the row changes with every scan, this only with the details,
-- and an index on words is expensive to change.
create table write.shipment_search (
  -- no foreign keys: a row comes from the shipment's in the same transaction, no shipment is ever deleted, and imports pay per check
  shipment_id uuid primary key,
  tenant_id uuid not null,
  created_at timestamptz(3) not null,
  -- Terms (see services/web/src/search/terms.ts), each behind the last 8 hex digits of the tenant's id: the index then finds a tenant's own.
  document tsvector not null
);
-- Words are far more than the 100 that statistics hold by default; without them the planner takes a frequent one for a rare one.
alter table write.shipment_search alter column document set statistics 1000;

grant select, insert, update on write.shipment_search to tracking_web;

-- The same folding as in services/web/src/search/fold-text.ts; a test holds the two together.
create function write.fold_text(given text) returns text language sql immutable as $$
  select case
    when octet_length(given) = length(given) then lower(given)
    else replace(replace(replace(replace(
      translate(lower(regexp_replace(normalize(given, NFKD), '[\u0300-\u036f]', '', 'g')), 'łøđðı', 'loddi'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
  end
$$;

create function write.fold_words(given text) returns text[] language sql immutable as $$
  select case
    -- most texts; the general rule takes 50 times as long
    when octet_length(given) = length(given) then string_to_array(
      translate(lower(given), '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32)),
      ' '
    )
    else regexp_split_to_array(
      write.fold_text(given),
      '[\t\n\r\u0020-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u3003\u3008-\u3020]+'
    )
  end
$$;

insert into write.shipment_search (shipment_id, tenant_id, created_at, document)
select shipments.id, shipments.tenant_id, shipments.created_at, array_to_tsvector(
  array(
    select distinct right(shipments.tenant_id::text, 8) || terms.term
    from (
      select left(folded.word, 64) as term
      from unnest(texts.words) as folded (word)
      where folded.word <> ''
      union all
      select left(ltrim(folded.word, '0'), 64)
      from unnest(texts.identifier_words) as folded (word)
      where folded.word ~ '^0+[^0]'
      union all
      select '=' || left(translate(write.fold_text(given.value), E' \'\\\u00a0', ''), 64)
      from unnest(parts.identifiers) as given (value)
      union all
      select '#' || (shipments.details ->> 'mode')
      union all
      select '@' || (shipments.details ->> 'customerId')
    ) as terms
    where terms.term is not null
  )
)
from write.shipments
cross join lateral (
  select
    concat_ws(
      ' ',
      shipments.details ->> 'carrierName',
      shipments.details -> 'origin' ->> 'city',
      shipments.details -> 'destination' ->> 'city'
    ) as names,
    shipments.shipment_number || array(
      select refs.reference ->> 'value'
      from json_array_elements(shipments.details -> 'references') as refs (reference)
    ) as identifiers
  -- each of these is to be computed once
  offset 0
) as parts
cross join lateral (
  select write.fold_words(array_to_string(parts.identifiers, ' ')) as identifier_words
  offset 0
) as numbers
cross join lateral (
  select numbers.identifier_words, numbers.identifier_words || write.fold_words(parts.names) as words
  offset 0
) as texts;

drop function write.fold_words(text);
drop function write.fold_text(text);

create index shipment_search_newest on write.shipment_search (tenant_id, created_at desc, shipment_id desc);
-- New entries wait in a list that each search reads too; at 256 kB (its default is 4 MB) that costs a search about a millisecond.
create index shipment_search_document on write.shipment_search using gin (document) with (gin_pending_list_limit = 256);

-- One kind of action in a long audit log.
create index audit_log_of_action on write.audit_log (tenant_id, action, id desc);
