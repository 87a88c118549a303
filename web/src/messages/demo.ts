/** Texts of the demonstration's sign-in. */
export const demoMessages = {
  title: "Or look around as one of these people",
  text: "All of them are made up. One click signs in.",
  code: (code: string) => `Demo: your code is ${code}`,
  failed: "Sign-in failed",
  loadingFailed: "The people of the demonstration could not be loaded. Reload the page.",
};
