export const notifications = {
  title: "Notifications",
  markAll: "Mark all as read",
  mark: "Mark as read",
  unread: "Unread",
  earlier: "Earlier",
  more: "Load more",
  loadingMore: "Loading...",
  empty: "Nothing new. You have seen everything.",
  loading: "Loading notifications...",
  failed: "The notifications could not be loaded.",
  choose: "Choose which mails you get",
  errorTitle: "Error",
  markFailed: "Failed to mark as read",
  unreadMessages: (count: number) =>
    count === 1 ? "1 unread message" : `${count} unread messages`,
};
