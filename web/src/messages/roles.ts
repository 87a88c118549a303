/** The names of the roles: in the frame around every screen, and wherever users are shown. */
export const roles = {
  admin: "Admin",
  agent: "Agent",
  accountant: "Accountant",
  client: "Client",
};
