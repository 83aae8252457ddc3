/** What an author reads in Chinese and in English; `%host`, `%model`, `%status` are those of the scenario. */
export const sentences = {
  done: ['写好了，在正文里等您决定。', 'Done. It waits in the text for you.'],
  limit: [
    '写到了这次能写的长度，停在半路。可以让它接着写，也可以先采纳。',
    'It reached the length it may write and stopped midway. Let it go on, or accept it first.',
  ],
  cancelled: ['已停下，已经写出的留着。', 'Stopped; what was written stays.'],
  cancelledEmpty: ['已停下，还没有写出字。', 'Stopped before anything was written.'],
  AI_ADDRESS_REFUSED: [
    '%host 上没有服务在运行。请核对地址和端口；用本机的模型时，先把它启动。',
    'Nothing is running at %host. Check the address and the port; a model on this computer has to be started first.',
  ],
  AI_ADDRESS_WRONG: [
    '%host 有回应，但这个地址不是对话接口。请在设置里核对接口地址，多数服务商的以 /v1 结尾。',
    '%host answers, but this address is no chat interface. Check the address; with most services it ends in /v1.',
  ],
  AI_ANSWER_INCOMPLETE: [
    '服务商没等写完就停下了。已经写出的可以接着写；还没有字，就再试一次。',
    'The service stopped before the answer was complete. What was written can be continued; if there is nothing yet, try again.',
  ],
  AI_BALANCE: [
    '服务商说余额或额度用完了。请充值，或换一个服务商。',
    'The service says that the balance or quota is used up. Top it up, or use another service.',
  ],
  AI_BUSY: [
    '服务商太忙，没有轮到这次请求。请过一会儿再试。',
    'The service is too busy and did not take the request. Try again in a while.',
  ],
  AI_BUSY_FOR_AN_HOUR: [
    '服务商太忙，要等 60 分钟才接受请求。请到时再试。',
    'The service is too busy and takes requests again in 60 min. Try again then.',
  ],
  AI_CONTENT_FILTER: [
    '服务商的内容审查拦下了这次写作。请改一改要求或选段，或换一个模型。',
    'The content filter of the service stopped this. Change the instruction or the selection, or use another model.',
  ],
  AI_CONTEXT_TOO_LONG: [
    '送去的内容超过了 %model 一次能读的长度。请换一个窗口更大的模型。',
    'What was sent is longer than %model can read at once. Use a model with a larger window.',
  ],
  AI_EMPTY: [
    '模型回答了，但一个字也没有写。请再试一次，或换一个模型。',
    'The model answered, but wrote nothing. Try again, or use another model.',
  ],
  AI_KEY_FORBIDDEN: [
    '服务商认得这把密钥，但不许它用 %model。请在服务商那里查看权限和地区限制，或换一个模型。',
    'The service knows this key, but does not let it use %model. Check its rights and region there, or use another model.',
  ],
  AI_HTTP_VERSION: [
    '%host 或路上的代理不接受 HTTP/1.1，可能只接受 HTTP/2；CreoNow 用的是 HTTP/1.1。请换一个地址，或请服务商、管代理的人放行 HTTP/1.1。',
    '%host, or a proxy on the way, does not take HTTP/1.1, which CreoNow uses; it may take HTTP/2 alone. Use another address, or ask the service or whoever runs the proxy to allow HTTP/1.1.',
  ],
  AI_KEY_MISSING: [
    '%host 要密钥，这里还没有填。请在设置里填上。',
    '%host wants a key, and none is stored. Enter it in the settings.',
  ],
  AI_KEY_REFUSED: [
    '服务商不接受这把密钥。请在设置里重新填写。',
    'The service does not accept this key. Enter it again in the settings.',
  ],
  AI_MINUTE_LIMIT: [
    '这一次要送的内容就超过了您的账号每分钟能送的数量。请换一个模型，把窗口调小，或在服务商那里提高限额。',
    'This request alone is larger than what your account may send in a minute. Use another model or a smaller window, or raise the limit with the service.',
  ],
  AI_MODEL_NOT_FOUND: [
    '服务商没有 %model 这个模型。请在设置里核对模型名。',
    'The service has no model %model. Check its name in the settings.',
  ],
  AI_NO_STREAMING: [
    '%model 不能边写边送出文字，这里用不了它。请换一个支持流式输出的模型。',
    '%model cannot send its text while writing, so it cannot be used here. Choose a model that streams.',
  ],
  AI_OFFLINE: [
    '找不到 %host。请检查网络是否连上，地址有没有写错。',
    '%host was not found. Check that the network is connected and the address is right.',
  ],
  AI_PROVIDER_ERROR: [
    '服务商自己出了故障（HTTP %status）。请过一会儿再试。',
    'The service itself has a fault (HTTP %status). Try again in a while.',
  ],
  AI_PROVIDER_REDIRECT: [
    '服务商的地址 %host 要把请求转到 elsewhere.invalid，没有照做，稿子没有发往那里。请在设置里核对地址。',
    'The address %host wants to send requests on to elsewhere.invalid. That was not done, and your text was not sent there. Check the address in the settings.',
  ],
  AI_PROVIDER_TIMEOUT: [
    '%host 太久没有回应，已停下。请再试一次；本机的模型刚启动时要先载入，会慢一些。',
    '%host did not answer for too long and was stopped. Try again; a model on this computer is slow while it is still loading.',
  ],
  AI_PROXY: [
    '去 %host 的路上有代理或网关拦下了请求。请检查网络代理、VPN 或上网登录页。',
    'A proxy or gateway on the way to %host stopped the request. Check the proxy, the VPN or the login page of the network.',
  ],
  AI_REQUEST_REFUSED: [
    '服务商拒绝了这次请求（HTTP %status），原因见它自己的话。请换一个模型再试。',
    'The service refused this request (HTTP %status); its own words say why. Try another model.',
  ],
  AI_STREAM_CUT: [
    '连接在半路断了，没有写完。已经写出的可以接着写；还没有字，就再试一次。',
    'The connection broke off before the end. What was written can be continued; if there is nothing yet, try again.',
  ],
  AI_THOUGHT_ONLY: [
    '模型把能写的长度都用在思考上，没有写出正文。请换一个不先思考的模型，或关掉它的思考。',
    'The model used all of its length for thinking and wrote no text. Use a model that does not think first, or turn its thinking off.',
  ],
  AI_TLS: [
    '与 %host 的加密连接没有建成。请核对地址该用 https 还是 http，以及电脑的时间和证书。',
    'No encrypted connection to %host could be made. Check whether the address wants https or http, and the clock and certificates of this computer.',
  ],
  AI_UNREACHABLE: [
    '没有连上 %host，连接被中断了。请检查网络、代理和地址，再试一次。',
    '%host could not be reached; the connection broke. Check network, proxy and address, and try again.',
  ],
} as const
