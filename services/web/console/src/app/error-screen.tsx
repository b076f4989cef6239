import { useRouteError } from "react-router";
import { ErrorState, NotFoundState, PageHeader } from "../ui/index.ts";

/** Where a screen broke, or its code could not be loaded. */
export function ErrorScreen() {
  const error = useRouteError();
  return (
    <>
      <PageHeader title="This page could not be shown" />
      <ErrorState error={error} retry={() => globalThis.location.reload()} />
    </>
  );
}

export function NoSuchPage() {
  return <NotFoundState title="There is no such page" />;
}
