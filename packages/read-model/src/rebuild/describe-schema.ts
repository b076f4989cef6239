import type { Queryable } from "@shipment-tracking/postgres";
import type { GenerationSchema } from "./redirected.ts";

/**
 * Everything the catalogs say about a generation's tables, one line a thing, the schema's own name taken out: two generations with the same
 * lines are interchangeable, for readers, writers and later migrations.
 */
export async function describeSchema(
  db: Queryable,
  schema: GenerationSchema,
): Promise<readonly string[]> {
  const { rows } = await db.query<{ line: string }>({
    text: describeText,
    values: [schema],
  });
  return rows.map(({ line }) => line.replaceAll(`${schema}.`, ".")).toSorted();
}

const describeText = `
select format('schema %s %s', spaces.nspowner::regrole, spaces.nspacl) as line
from pg_catalog.pg_namespace as spaces
where spaces.nspname = $1
union all
select format('relation %s %s %s %s %s %s', classes.relname, classes.relkind, classes.relpersistence,
  classes.relowner::regrole, classes.relacl, classes.reloptions)
from pg_catalog.pg_class as classes
where classes.relnamespace = to_regnamespace($1)
union all
select format('column %s.%s %s %s %s %s %s', classes.relname, columns.attname,
  format_type(columns.atttypid, columns.atttypmod), columns.attnotnull, columns.attacl,
  columns.attgenerated, pg_get_expr(defaults.adbin, defaults.adrelid))
from pg_catalog.pg_attribute as columns
join pg_catalog.pg_class as classes on classes.oid = columns.attrelid
left join pg_catalog.pg_attrdef as defaults
  on defaults.adrelid = columns.attrelid and defaults.adnum = columns.attnum
where classes.relnamespace = to_regnamespace($1)
and classes.relkind = 'r'
and columns.attnum > 0
and not columns.attisdropped
union all
select format('constraint %s.%s %s', constraints.conrelid::regclass, constraints.conname,
  pg_get_constraintdef(constraints.oid))
from pg_catalog.pg_constraint as constraints
where constraints.connamespace = to_regnamespace($1)
union all
select format('index %s', pg_get_indexdef(classes.oid))
from pg_catalog.pg_class as classes
where classes.relnamespace = to_regnamespace($1)
and classes.relkind = 'i'
union all
select format('trigger %s', pg_get_triggerdef(triggers.oid))
from pg_catalog.pg_trigger as triggers
join pg_catalog.pg_class as classes on classes.oid = triggers.tgrelid
where classes.relnamespace = to_regnamespace($1)
and not triggers.tgisinternal`;
