import type { CDPSession } from '@playwright/test'
import { drawParagraphs } from './drawnText.ts'
import { paste, readEditor, selectInEditor } from './pageEditor.ts'
import { clustersOf, differenceOf, type Walk, type WalkStep } from './walk.ts'

/** Beyond that, most of a chapter is taken out again: long texts make no other mistakes, and take time. */
const mostUnits = 2500

/** What an author does to a text by hand. `input`: of the page, for an input method. */
export const writingSteps = (walk: Walk, input: CDPSession): Readonly<Record<string, WalkStep>> => {
  const { page, dice } = walk
  return {
    type: {
      weight: 18,
      async act() {
        const text = walk.draw()
        const { from, to } = await readEditor(page)
        // No keyboard has half an emoji, and no caret stands in one.
        const keys = clustersOf(text)
        for (const key of keys) await page.keyboard.insertText(key)
        walk.here.written.write(from, to, keys)
        return text
      },
    },
    compose: {
      weight: 7,
      async act() {
        const text = walk.draw()
        const { from, to } = await readEditor(page)
        for (const pinyin of ['w', 'wu', 'wu g'])
          await input.send('Input.imeSetComposition', {
            ...{ text: pinyin, selectionStart: pinyin.length, selectionEnd: pinyin.length },
          })
        await input.send('Input.insertText', { text })
        walk.here.written.write(from, to, [text])
        return text
      },
    },
    paste: {
      weight: 5,
      async act() {
        const text = drawParagraphs(dice, walk.here.chapter.language).join(
          dice.oneOf(['\n', '\r\n', '\n\n　　']),
        )
        const { from, to } = await readEditor(page)
        await paste(page, text)
        walk.here.written.write(from, to, [text.replaceAll('\r\n', '\n')])
        return JSON.stringify(text)
      },
    },
    enter: {
      weight: 6,
      async act() {
        const { text, from, to } = await readEditor(page)
        await page.keyboard.press('Enter')
        const start = text.lastIndexOf('\n', from - 1) + 1
        const lead = /^[^\S\n]*/u.exec(text.slice(start))?.[0] ?? ''
        const behind = /^[^\S\n]*/u.exec(text.slice(to))?.[0] ?? ''
        // An indent without words stays no indent, and white space that would come behind one goes.
        walk.here.written.write(from <= start + lead.length ? start : from, to + behind.length, [`\n${lead}`])
        return ''
      },
    },
    delete: {
      weight: 8,
      async act() {
        const { text, from, to } = await readEditor(page)
        const heading = text.indexOf('\n') + 1
        if (from <= heading) return 'at the heading'
        const cluster = from < to ? text.slice(from, to) : (clustersOf(text.slice(0, from)).at(-1) ?? '')
        // Backspace takes a cluster of several signs apart, and no caret can stand in the rest.
        if (from === to && [...cluster].length > 1) await walk.place(from - cluster.length, from)
        await page.keyboard.press('Backspace')
        walk.here.written.write(from < to ? from : from - cluster.length, to, [''])
        return JSON.stringify(cluster)
      },
    },
    select: {
      weight: 6,
      async act() {
        const [from, to] = walk.anyStretch()
        await (dice.roll(2) === 0 ? walk.place(from, to) : walk.place(to, from))
        return `${from}–${to}`
      },
    },
    move: {
      weight: 10,
      async act() {
        const key = dice.oneOf([
          '',
          '',
          'ArrowLeft',
          'ArrowRight',
          'ArrowUp',
          'ArrowDown',
          'Home',
          'End',
          'Control+End',
        ])
        if (key === '') {
          const at = walk.anyPlace()
          await walk.place(at)
          return String(at)
        }
        await selectInEditor(page, (await readEditor(page)).to)
        await page.keyboard.press(key)
        const { from } = await readEditor(page)
        // The heading stays as it is.
        if (from <= walk.here.written.text().indexOf('\n'))
          await selectInEditor(page, walk.here.written.text().length)
        walk.here.written.moved()
        return key
      },
    },
    carry: {
      weight: 3,
      async act() {
        const [from, to] = walk.anyStretch()
        if (from === to) return 'nothing'
        await walk.place(from, to)
        const text = walk.here.written.text().slice(from, to)
        await page.keyboard.press('ControlOrMeta+x')
        walk.here.written.write(from, to, [''])
        await walk.check(walk.here.written.text(), 'cut')
        const at = walk.anyPlace()
        await walk.place(at)
        await page.keyboard.press('ControlOrMeta+v')
        walk.here.written.write(at, at, [text])
        await walk.until((now) => now === walk.here.written.text(), 'put in again')
        return `${from}–${to} to ${at}`
      },
    },
    undo: {
      weight: 8,
      async act() {
        const before = walk.here.written.text()
        const earlier = walk.here.written.earlier()
        await walk.focusText()
        await page.keyboard.press('ControlOrMeta+z')
        const { text } = await readEditor(page)
        if (text === before) {
          if (earlier.length > 0 && walk.here.suggestion?.state !== 'divided' && !walk.hadParts)
            throw new Error('undo: nothing was taken back')
          return 'no text'
        }
        if (!earlier.includes(text)) throw new Error(`undo: ${differenceOf(earlier[0] ?? before, text)}`)
        walk.here.written.undone(text)
        await walk.followRun()
        return `${before.length - text.length} units`
      },
    },
    redo: {
      weight: 4,
      async act() {
        const before = walk.here.written.text()
        const later = walk.here.written.later()
        await walk.focusText()
        await page.keyboard.press('ControlOrMeta+Shift+Z')
        const { text } = await readEditor(page)
        if (text === before) return 'no text'
        if (text !== later) throw new Error(`redo: ${differenceOf(later ?? before, text)}`)
        walk.here.written.redone()
        await walk.followRun()
        return `${text.length - before.length} units`
      },
    },
    shorten: {
      weight: 40,
      may: () => walk.here.written.text().length > mostUnits,
      async act() {
        const text = walk.here.written.text()
        const from = text.indexOf('\n\n') + 2
        const to = text.lastIndexOf('\n')
        await walk.place(from, to)
        await page.keyboard.press('Delete')
        walk.here.written.write(from, to, [''])
        return `${to - from} units`
      },
    },
  }
}
