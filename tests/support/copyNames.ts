/** What sync programs add to a file's name for a copy of it, in front of the extension. */
export const copyMarks: Readonly<Record<string, readonly string[]>> = {
  Dropbox: [
    ' (林远的冲突副本 2026-11-24)',
    "（Lin's conflicted copy 2026-11-24）",
    ' (conflicted copy)',
    ' (Case Conflict 1)',
  ],
  OneDrive: ['-DESKTOP-7QK2M9A', '-LAPTOP-AB12CD34-2', '-LIN-PC'],
  iCloud: [' 2', ' 13'],
  'Google Drive': [' (1)', '(2)', '_conf(1)', ' 的副本'],
  Syncthing: ['.sync-conflict-20261124-101500-ABCDEFG'],
  Nextcloud: [' (conflicted copy 2026-11-24 101500)', '_conflict-20261124-101500'],
  坚果云: ['(林远冲突的副本 2026-11-24 10-15-00)', '（冲突副本）', '-NSConflict-lin-desktop'],
  百度网盘: ['_冲突文件_林远_20261124101500', ' (冲突文件 2026-11-24)', '(1)'],
}
