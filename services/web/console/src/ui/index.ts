export { changedParameter } from "./changed-parameter.ts";
export { ConfirmDialog } from "./confirm-dialog.tsx";
export { CopyButton } from "./copy-button.tsx";
export { DataTable } from "./data-table.tsx";
export { Facts, Section } from "./facts.tsx";
export { requestFocus } from "./focus-request.ts";
export { Listed } from "./listed.tsx";
export { Loaded } from "./loaded.tsx";
export { LoadedScreen } from "./loaded-screen.tsx";
export { currenciesQuery, Money, useCurrencies, useMoney } from "./money.tsx";
export { formatMinor, parseMinor } from "./money-format.ts";
export { PageHeader } from "./page-header.tsx";
export { LoadMore, type Pages, usePages, usePrefetchPages } from "./pages.tsx";
export { SearchField } from "./search-field.tsx";
export { Secret } from "./secret.tsx";
export { fieldErrors } from "./field-errors.ts";
export { FormProblem } from "./form-problem.tsx";
export {
  EmptyState,
  ErrorState,
  ForbiddenState,
  LoadingState,
  NotFoundState,
  StaleBanner,
} from "./states.tsx";
export { EventTypeMark, StatusMark } from "./status-mark.tsx";
export type { Column, Selection, Sort } from "./table-types.ts";
export { Time, useNow } from "./time.tsx";
export { useEditing } from "./use-editing.tsx";
export { useReturnedFocus } from "./use-returned-focus.ts";
export { useTypedParameter } from "./use-typed-parameter.ts";
export { counted, eventTypeWords, modeWords, statusWords } from "./words.ts";
