export { rememberForUndo, useUndo } from "./undo.ts";
