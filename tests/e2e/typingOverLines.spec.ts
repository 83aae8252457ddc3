import { openChapter, readText } from '../support/pages.ts'
import { openRandomChapters } from '../support/randomWriting/chapters.ts'
import { readEditor, selectInEditor } from '../support/randomWriting/pageEditor.ts'
import { useSlowModel } from '../support/slowModel.ts'
import { expect, test } from '../support/webApp.ts'

test('what is typed or composed over lines that a suggestion stands below replaces them and adds no line', async ({
  page,
  dataFolder,
}) => {
  const chapters = await openRandomChapters(page, dataFolder)
  const model = await useSlowModel(page)
  const input = await page.context().newCDPSession(page)
  const compose = async () => {
    await input.send('Input.imeSetComposition', { text: 'wu', selectionStart: 2, selectionEnd: 2 })
    await input.send('Input.insertText', { text: '雾' })
  }
  for (const [index, write, written] of [
    [0, () => page.keyboard.type('“𠮷'), '“𠮷'],
    [1, compose, '雾'],
    [2, () => page.keyboard.type('No'), 'No'],
  ] as const) {
    const chapter = chapters[index]
    if (chapter === undefined) throw new Error('no chapter')
    await openChapter(page, chapter.title)
    const { text } = await readEditor(page)
    // From the middle of the first paragraph into the second one, behind which another comes.
    const from = text.indexOf(chapter.language === 'zh' ? '上来' : 'from the sea')
    const to = text.indexOf(chapter.language === 'zh' ? '她问' : 'came,')
    await selectInEditor(page, to + 2)
    await page.getByTestId('ai-skill-continue').click()
    await page.getByTestId('ai-run').click()
    await model.asked()
    await selectInEditor(page, from, to)
    await write()
    const expected = text.slice(0, from) + written + text.slice(to)
    expect((await readEditor(page)).text).toBe(expected)
    await expect.poll(() => readText(chapter.file)).toBe(expected.replaceAll('\n', chapter.ending))
    // The input method takes the selection away before it writes: a step of its own.
    for (let steps = write === compose ? 2 : 1; steps > 0; steps--)
      await page.keyboard.press('ControlOrMeta+z')
    expect((await readEditor(page)).text).toBe(text)
    await page.getByTestId('ai-stop').click()
    model.end()
    await page.keyboard.press('Escape')
  }
  await model.close()
})
