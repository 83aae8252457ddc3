import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ask, ownNode, readJson, run, say, which, writeText } from './shell.mjs'

const oneDayMs = 24 * 3600 * 1000
const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/** Where playwright.config.ts and the test runner find the outcome. */
const browserFile = (root) => join(root, 'node_modules', '.cache', 'creonow-browser.json')

/**
 * Finds a Chromium for the tests, else installs the distribution's, and notes `{chromium, reason, cjkFonts}`.
 * An attempt to install that failed is repeated after a day at the earliest. CREONOW_NO_INSTALL forbids it.
 */
export function ensureBrowser(root) {
  const known = readJson(browserFile(root))
  if (known?.chromium && existsSync(known.chromium)) return

  const tried = known?.installTriedAt ?? 0
  const mayInstall = !process.env.CREONOW_NO_INSTALL && Date.now() - tried > oneDayMs
  let chromium = findChromium(root)
  let installTriedAt = tried
  if (chromium === null && mayInstall) {
    installTriedAt = Date.now()
    installChromium(root)
    chromium = findChromium(root)
  }
  const cjkFonts = hasCjkFonts() || (mayInstall && installFonts())
  if (!cjkFonts)
    say(
      '没有找到中文字体：截图里会是方框（请安装 fonts-noto-cjk）',
      'no Chinese fonts found: screenshots would show boxes (install fonts-noto-cjk)',
    )
  const reason =
    chromium === null ? '没有找到 Chromium，也装不上（可运行 npx playwright install chromium）。' : null
  if (chromium === null) say('没有 Chromium：浏览器测试会跳过', 'no Chromium: browser tests will be skipped')
  else say(`测试用的 Chromium：${chromium}`, `Chromium for the tests: ${chromium}`)
  writeText(
    browserFile(root),
    `${JSON.stringify({ chromium, reason, cjkFonts, ...(chromium ? {} : { installTriedAt }) })}\n`,
  )
}

function findChromium(root) {
  const candidates = [
    process.env.CREONOW_CHROMIUM,
    ask(ownNode(root), ['-p', "require('@playwright/test').chromium.executablePath()"], { cwd: root }),
    ...names.map(which),
    ...elsewhere,
  ]
  return candidates.find((path) => path && existsSync(path) && works(path)) ?? null
}

/** Ubuntu ships a `chromium-browser` that only prints how to get the snap; asking its version tells. */
function works(path) {
  return process.platform === 'win32' || /\d+\.\d+/.test(ask(path, ['--version']) ?? '')
}

function installChromium(root) {
  if (apt('chromium', 'fonts-noto-cjk')) return
  say('运行 playwright install chromium', 'running playwright install chromium')
  run(ownNode(root), [join(root, 'node_modules', 'playwright', 'cli.js'), 'install', 'chromium'], {
    cwd: root,
    timeoutMs: 180_000,
  })
}

function hasCjkFonts() {
  // Without fontconfig (macOS, Windows) the system brings its own Chinese fonts.
  return which('fc-list') === null || (ask('fc-list', [':lang=zh']) ?? '') !== ''
}

function installFonts() {
  return apt('fonts-noto-cjk') && hasCjkFonts()
}

/** Debian and Ubuntu only, as root or with a sudo that does not ask. */
function apt(...packages) {
  if (process.platform !== 'linux' || !existsSync('/etc/debian_version') || !which('apt-get')) return false
  const root = process.getuid() === 0
  if (!root && ask('sudo', ['-n', 'true']) === null) return false
  say(`运行 apt-get install ${packages.join(' ')}`, `running apt-get install ${packages.join(' ')}`)
  const quiet = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', '-o', 'DPkg::Lock::Timeout=60']
  const call = (...args) => {
    const [program, ...rest] = root ? [...quiet, ...args] : ['sudo', '-n', ...quiet, ...args]
    return run(program, rest, { timeoutMs: 600_000 })
  }
  return call('update') && call('install', '-y', '--no-install-recommends', ...packages)
}
