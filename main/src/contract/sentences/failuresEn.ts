import type { FailureWords } from './errorKeys.ts'

export const failuresEn: FailureWords = {
  AI_ADDRESS_REFUSED: ({ host }) =>
    `Nothing is running at ${host}. Check the address and the port; a model on this computer has to be started first.`,
  AI_ADDRESS_WRONG: ({ host }) =>
    `${host} answers, but this address is no chat interface. Check the address; with most services it ends in /v1.`,
  AI_ANSWER_INCOMPLETE: () =>
    'The service stopped before the answer was complete. What was written can be continued; if there is nothing yet, try again.',
  AI_BALANCE: () =>
    'The service says that the balance or quota is used up. Top it up, or use another service.',
  AI_BUSY: ({ seconds }) =>
    seconds === undefined
      ? 'The service is too busy and did not take the request. Try again in a while.'
      : `The service is too busy and takes requests again in ${inWords(seconds)}. Try again then.`,
  AI_CONTENT_FILTER: () =>
    'The content filter of the service stopped this. Change the instruction or the selection, or use another model.',
  AI_CONTEXT_TOO_LONG: ({ model }) =>
    `What was sent is longer than ${model} can read at once. Use a model with a larger window.`,
  AI_EMPTY: () => 'The model answered, but wrote nothing. Try again, or use another model.',
  AI_KEY_ELSEWHERE: ({ host }) =>
    `The stored key belongs to another address and was not sent to ${host}. Enter the key for this address.`,
  AI_KEY_FORBIDDEN: ({ model }) =>
    `The service knows this key, but does not let it use ${model}. Check its rights and region there, or use another model.`,
  AI_HTTP_VERSION: ({ host }) =>
    `${host}, or a proxy on the way, does not take HTTP/1.1, which CreoNow uses; it may take HTTP/2 alone. Use another address, or ask the service or whoever runs the proxy to allow HTTP/1.1.`,
  AI_KEY_MISSING: ({ host }) => `${host} wants a key, and none is stored. Enter it in the settings.`,
  AI_KEY_REFUSED: () => 'The service does not accept this key. Enter it again in the settings.',
  AI_MINUTE_LIMIT: () =>
    'This request alone is larger than what your account may send in a minute. Use another model or a smaller window, or raise the limit with the service.',
  AI_MODEL_NOT_FOUND: ({ model }) => `The service has no model ${model}. Check its name in the settings.`,
  AI_NO_MODEL_LIST: ({ host }) =>
    `${host} gives no list of its models. Enter the model’s name as the provider writes it and try the test; most addresses end in /v1.`,
  AI_NO_STREAMING: ({ model }) =>
    `${model} cannot send its text while writing, so it cannot be used here. Choose a model that streams.`,
  AI_OFFLINE: ({ host }) =>
    `${host} was not found. Check that the network is connected and the address is right.`,
  AI_PROVIDER_ERROR: ({ status }) => `The service itself has a fault${http(status)}. Try again in a while.`,
  AI_PROVIDER_TIMEOUT: ({ host }) =>
    `${host} did not answer for too long and was stopped. Try again; a model on this computer is slow while it is still loading.`,
  AI_PROXY: ({ host }) =>
    `A proxy or gateway on the way to ${host} stopped the request. Check the proxy, the VPN or the login page of the network.`,
  AI_REQUEST_REFUSED: ({ status }) =>
    `The service refused this request${http(status)}; its own words say why. Try another model.`,
  AI_STREAM_CUT: () =>
    'The connection broke off before the end. What was written can be continued; if there is nothing yet, try again.',
  AI_THOUGHT_ONLY: () =>
    'The model used all of its length for thinking and wrote no text. Use a model that does not think first, or turn its thinking off.',
  AI_TLS: ({ host }) =>
    `No encrypted connection to ${host} could be made. Check whether the address wants https or http, and the clock and certificates of this computer.`,
  AI_UNREACHABLE: ({ host }) =>
    `${host} could not be reached; the connection broke. Check network, proxy and address, and try again.`,
}

const inWords = (seconds: number): string =>
  seconds < 120 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`

const http = (status: number | undefined) => (status === undefined ? '' : ` (HTTP ${status})`)
