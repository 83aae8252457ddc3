import { expect, test } from 'vitest'
import { browserFullScreen } from '../../../../renderer/src/app/browserFullScreen.ts'

test('a page that is left before the browser has made it full screen does not stay so', async () => {
  const calls: string[] = []
  let answer = (): void => undefined
  const page = {
    fullscreenElement: null as object | null,
    documentElement: {
      requestFullscreen: () =>
        new Promise<void>((resolve) => {
          answer = () => {
            page.fullscreenElement = {}
            calls.push('full')
            resolve()
          }
        }),
    },
    async exitFullscreen() {
      page.fullscreenElement = null
      calls.push('left')
    },
  }
  const { enter, leave } = browserFullScreen(page as never, {} as never)
  const entered = enter()
  const left = leave()
  answer()
  await Promise.all([entered, left])
  expect([calls, page.fullscreenElement]).toEqual([['full', 'left'], null])
})

test('a page whose browser refused full screen is left without a word', async () => {
  const page = {
    fullscreenElement: null,
    documentElement: { requestFullscreen: () => Promise.reject(new TypeError('not allowed')) },
    exitFullscreen: () => Promise.reject(new TypeError('not in full screen')),
  }
  const { enter, leave } = browserFullScreen(page as never, {} as never)
  await expect(enter()).rejects.toThrow('not allowed')
  await expect(leave()).resolves.toBe(undefined)
})
