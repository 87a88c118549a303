export const legal = { lastUpdated: "Last updated: January 2025" };
