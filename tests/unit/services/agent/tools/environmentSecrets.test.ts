import { expect, test } from 'vitest'
import { hasSecrets } from '../../../../../main/src/services/agent/tools/environmentSecrets.ts'

test.each([
  ['CREONOW_KEY_OPENAI', '雾港来信二〇二六'],
  ['GITHUB_TOKEN', 'abcdefgh'],
  ['OPENAI_API_KEY', 'x1'],
  ['PGPASSWORD', 'abc'],
  ['AWS_SECRET_ACCESS_KEY', 'abc'],
  ['HTTPS_PROXY', 'http://lin:雾港@proxy.local:8080'],
  ['http_proxy', 'http://:pass@proxy.local'],
  ['NOTES', 'ghp_aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5'],
])('%s=%s is a secret', (name, value) => {
  expect(hasSecrets({ PATH: '/usr/bin', [name]: value })).toBe(true)
})

test('what any desktop session has is none, nor is a variable without a value', () => {
  const session = {
    ...{
      PATH: '/usr/local/bin:/usr/bin',
      HOME: '/home/林远',
      LANG: 'zh_CN.UTF-8',
      SHELL: '/bin/bash',
      USER: 'lin',
    },
    ...{
      DISPLAY: ':0',
      XAUTHORITY: '/run/user/1000/.Xauthority',
      XMODIFIERS: '@im=fcitx',
      TERM: 'xterm-256color',
    },
    ...{ SSH_AUTH_SOCK: '/run/user/1000/keyring/ssh', XDG_RUNTIME_DIR: '/run/user/1000' },
    ...{
      HTTPS_PROXY: 'http://proxy.local:8080',
      NO_PROXY: 'localhost,127.0.0.1',
      KEYBOARD: 'us',
      GITHUB_TOKEN: '',
    },
  }
  expect(hasSecrets(session)).toBe(false)
  expect(hasSecrets({})).toBe(false)
})
