/** Words of new versions of the app. */
export const updates = {
  title: '关于和更新',
  current: 'CreoNow {{version}}。',
  off: '本软件的发布者没有设置新版本的地址，所以不会查找，也不会为此联网。',
  byHand: '这一份不能自己更新；新版本要手动换上。',
  idle: '还没有查找过新版本。',
  checking: '正在查找新版本…',
  latest: '已经是最新版本。',
  available: '有新版本 {{version}}，您同意才会下载。',
  downloading: '正在下载 {{version}}：{{percent}}%。',
  ready: '{{version}} 已经下载好，有发布者的签名。在这里重启时装上。',
  installing: '正在装 {{version}}…',
  failed: '现在的版本照常可用。',
  do: { read: '', check: '查找新版本', download: '下载', install: '重启以更新' },
  obstacles: {
    text: '现在不行：有个窗口里的章节还没有保存。请先保存，再重启。',
    work: '现在不行：有任务、逐章的活或模型正在做事。请等它做完或先停下，再重启。',
  },
  unasked: '每天查找一次新版本',
  unaskedHint: '只问最新版本的编号，不发送您和作品的任何信息。',
}
