import type { FailureWords } from './errorKeys.ts'

/** What a provider did instead of writing, one sentence each, with a way out. */
export const failuresZh: FailureWords = {
  AI_ADDRESS_REFUSED: ({ host }) =>
    `${host} 上没有服务在运行。请核对地址和端口；用本机的模型时，先把它启动。`,
  AI_ADDRESS_WRONG: ({ host }) =>
    `${host} 有回应，但这个地址不是对话接口。请在设置里核对接口地址，多数服务商的以 /v1 结尾。`,
  AI_ANSWER_INCOMPLETE: () => '服务商没等写完就停下了。已经写出的可以接着写；还没有字，就再试一次。',
  AI_BALANCE: () => '服务商说余额或额度用完了。请充值，或换一个服务商。',
  AI_BUSY: ({ seconds }) =>
    seconds === undefined
      ? '服务商太忙，没有轮到这次请求。请过一会儿再试。'
      : `服务商太忙，要等 ${inWords(seconds)}才接受请求。请到时再试。`,
  AI_CONTENT_FILTER: () => '服务商的内容审查拦下了这次写作。请改一改要求或选段，或换一个模型。',
  AI_CONTEXT_TOO_LONG: ({ model }) => `送去的内容超过了 ${model} 一次能读的长度。请换一个窗口更大的模型。`,
  AI_EMPTY: () => '模型回答了，但一个字也没有写。请再试一次，或换一个模型。',
  AI_KEY_ELSEWHERE: ({ host }) => `存好的密钥是给另一个地址的，没有发给 ${host}。请把这个地址的密钥填上。`,
  AI_KEY_FORBIDDEN: ({ model }) =>
    `服务商认得这把密钥，但不许它用 ${model}。请在服务商那里查看权限和地区限制，或换一个模型。`,
  AI_HTTP_VERSION: ({ host }) =>
    `${host} 或路上的代理不接受 HTTP/1.1，可能只接受 HTTP/2；CreoNow 用的是 HTTP/1.1。请换一个地址，或请服务商、管代理的人放行 HTTP/1.1。`,
  AI_KEY_MISSING: ({ host }) => `${host} 要密钥，这里还没有填。请在设置里填上。`,
  AI_KEY_REFUSED: () => '服务商不接受这把密钥。请在设置里重新填写。',
  AI_MINUTE_LIMIT: () =>
    '这一次要送的内容就超过了您的账号每分钟能送的数量。请换一个模型，把窗口调小，或在服务商那里提高限额。',
  AI_MODEL_NOT_FOUND: ({ model }) => `服务商没有 ${model} 这个模型。请在设置里核对模型名。`,
  AI_NO_MODEL_LIST: ({ host }) =>
    `${host} 没有给出模型列表。请照服务商的说明填上模型名，再点“测试连接”；地址多数以 /v1 结尾。`,
  AI_NO_STREAMING: ({ model }) => `${model} 不能边写边送出文字，这里用不了它。请换一个支持流式输出的模型。`,
  AI_OFFLINE: ({ host }) => `找不到 ${host}。请检查网络是否连上，地址有没有写错。`,
  AI_PROVIDER_ERROR: ({ status }) => `服务商自己出了故障${http(status)}。请过一会儿再试。`,
  AI_PROVIDER_TIMEOUT: ({ host }) =>
    `${host} 太久没有回应，已停下。请再试一次；本机的模型刚启动时要先载入，会慢一些。`,
  AI_PROXY: ({ host }) => `去 ${host} 的路上有代理或网关拦下了请求。请检查网络代理、VPN 或上网登录页。`,
  AI_REQUEST_REFUSED: ({ status }) =>
    `服务商拒绝了这次请求${http(status)}，原因见它自己的话。请换一个模型再试。`,
  AI_STREAM_CUT: () => '连接在半路断了，没有写完。已经写出的可以接着写；还没有字，就再试一次。',
  AI_THOUGHT_ONLY: () =>
    '模型把能写的长度都用在思考上，没有写出正文。请换一个不先思考的模型，或关掉它的思考。',
  AI_TLS: ({ host }) =>
    `与 ${host} 的加密连接没有建成。请核对地址该用 https 还是 http，以及电脑的时间和证书。`,
  AI_UNREACHABLE: ({ host }) => `没有连上 ${host}，连接被中断了。请检查网络、代理和地址，再试一次。`,
}

const inWords = (seconds: number): string =>
  seconds < 120 ? `${Math.ceil(seconds)} 秒` : `${Math.ceil(seconds / 60)} 分钟`

const http = (status: number | undefined) => (status === undefined ? '' : `（HTTP ${status}）`)
