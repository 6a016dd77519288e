/** "0.3 KB", "812 KB", "14.6 MB". */
export function fileSize(bytes: number): string {
  const inKb = bytes / 1_024;
  if (inKb < 10) return `${inKb.toFixed(1)} KB`;
  return inKb < 1_000 ? `${Math.round(inKb)} KB` : `${(inKb / 1_024).toFixed(1)} MB`;
}
