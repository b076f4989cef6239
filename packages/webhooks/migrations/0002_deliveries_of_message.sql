-- Up Migration

-- What became of one message at each endpoint, for the console's trace of an event.
create index finished_of_message on hooks.finished_deliveries (message_id);
