import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { RouterProvider } from "react-router/dom";
import { createQueryClient } from "../api/query-client.ts";
import { readNonce } from "./nonce.ts";
import { createConsoleRouter } from "./router.tsx";
import { theme } from "./theme.ts";

const nonce = readNonce();
// react-remove-scroll, under Mantine's dialogs, asks for it here
if (nonce !== undefined) Object.assign(globalThis, { __webpack_nonce__: nonce });

export function App() {
  const [queryClient] = useState(createQueryClient);
  const [router] = useState(createConsoleRouter);
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      {...(nonce === undefined ? {} : { getStyleNonce: () => nonce })}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
