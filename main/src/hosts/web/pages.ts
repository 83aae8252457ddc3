/** The few pages the host writes itself. Fixed text only: nothing from a request is ever put into them. */
const page = (title: string, body: string, english: string): string =>
  `<!doctype html>
<html lang="zh-CN">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body><main><h1>${title}</h1><p>${body}</p><p lang="en">${english}</p></main></body>
</html>
`

export const pages = {
  foreign: page(
    '已拒绝',
    'CreoNow 只接受本机浏览器用 localhost、127.0.0.1 或 [::1] 打开的页面发来的请求。',
    'CreoNow only answers pages that a browser on this computer opened by localhost, 127.0.0.1 or [::1].',
  ),
  notFound: page(
    '没有这一页',
    '请回到 CreoNow 的首页。',
    'There is no such page. Go back to the first page of CreoNow.',
  ),
  notBuilt: page(
    '界面还没有构建',
    '请在项目文件夹里运行 npm start，它会先构建界面再打开。',
    'The interface is not built yet. Run npm start in the folder of the project.',
  ),
  failed: page(
    '出错了',
    'CreoNow 没能回答这个请求，内容没有改动，详情已写入日志。',
    'CreoNow could not answer this request. Nothing was changed; the log has the details.',
  ),
} as const
