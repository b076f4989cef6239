export { ApiKeysScreen } from "./api-keys-screen.tsx";
export { NewKeyDialog } from "./new-key-dialog.tsx";
