import type { FailureKey } from './sentences.ts'

export const failure: Readonly<Record<FailureKey, string>> = {
  AI_ADDRESS_REFUSED:
    'Nothing is running at {{host}}. Check the address and the port; a model on this computer has to be started first.',
  AI_ADDRESS_WRONG:
    '{{host}} answers, but this address is no chat interface. Check the address; with most services it ends in /v1.',
  AI_BALANCE: 'The service says that the balance or quota is used up. Top it up, or use another service.',
  AI_BUSY: 'The service is too busy and did not take the request. Try again in a while.',
  AI_BUSY_later: 'The service is too busy and takes requests again in {{minutes}} min. Try again then.',
  AI_CONTENT_FILTER:
    'The content filter of the service stopped this. Change the instruction or the selection, or use another model.',
  AI_CONTEXT_TOO_LONG:
    'What was sent is longer than {{model}} can read at once. Use a model with a larger window.',
  AI_EMPTY: 'The model answered, but wrote nothing. Try again, or use another model.',
  AI_KEY_ELSEWHERE:
    'The stored key belongs to another address and was not sent to {{host}}. Enter the key for this address.',
  AI_KEY_FORBIDDEN:
    'The service knows this key, but does not let it use {{model}}. Check its rights and region there, or use another model.',
  AI_KEY_MISSING: '{{host}} wants a key, and none is stored. Enter it in the settings.',
  AI_KEY_REFUSED: 'The service does not accept this key. Enter it again in the settings.',
  AI_MODEL_NOT_FOUND: 'The service has no model {{model}}. Check its name in the settings.',
  AI_NO_MODEL_LIST:
    '{{host}} gives no list of its models. Enter the model’s name as the provider writes it and try the test; most addresses end in /v1.',
  AI_NO_STREAMING:
    '{{model}} cannot send its text while writing, so it cannot be used here. Choose a model that streams.',
  AI_OFFLINE: '{{host}} was not found. Check that the network is connected and the address is right.',
  AI_PROVIDER_ERROR: 'The service itself has a fault. Try again in a while.',
  AI_PROVIDER_TIMEOUT:
    '{{host}} did not answer for too long and was stopped. Try again; a model on this computer is slow while it is still loading.',
  AI_PROXY:
    'A proxy or gateway on the way to {{host}} stopped the request. Check the proxy, the VPN or the login page of the network.',
  AI_REQUEST_REFUSED: 'The service refused this request; its own words say why. Try another model.',
  AI_STREAM_CUT:
    'The connection broke off before the end. What was written can be continued; if there is nothing yet, try again.',
  AI_THOUGHT_ONLY:
    'The model used all of its length for thinking and wrote no text. Use a model that does not think first, or turn its thinking off.',
  AI_TLS:
    'No encrypted connection to {{host}} could be made. Check whether the address wants https or http, and the clock and certificates of this computer.',
  AI_UNREACHABLE:
    '{{host}} could not be reached; the connection broke. Check network, proxy and address, and try again.',
}
