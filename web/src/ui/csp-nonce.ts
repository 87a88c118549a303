/** The server's nonce for style elements. Styles that libraries insert while a dialog is open need it. */
export const styleNonce =
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content || undefined;

declare global {
  var __webpack_nonce__: string | undefined;
}

/** react-remove-scroll, below every dialog, looks for the nonce under this name. */
export function publishStyleNonce(): void {
  if (styleNonce !== undefined) globalThis.__webpack_nonce__ = styleNonce;
}
