import { EmptyState } from "./states.tsx";
import { PageHeader } from "./page-header.tsx";

/** Where a screen will be. */
export function Placeholder({ title }: { readonly title: string }) {
  return (
    <>
      <PageHeader title={title} />
      <EmptyState title="Not there yet" />
    </>
  );
}
