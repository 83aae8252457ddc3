import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { chooseOption } from '../support/chooseOption.ts'
import { callFromPage, caretToEnd, openChapter, openViewer, runSkill } from '../support/pages.ts'
import { expect, test } from '../support/webApp.ts'
import { whole } from '../support/whole.ts'

/** Set to a folder to look at the pictures. */
const pictures = process.env.CREONOW_PICTURES
const novels = process.env.CREONOW_NOVELS ?? join(import.meta.dirname, '..', '..', '..', 'shared', 'novels')

/** 三国演义 where the novels are at hand, else a made-up book of twelve chapters. */
async function novelText(): Promise<string> {
  const real = join(novels, '三国演义.txt')
  if (existsSync(real)) return readFile(real, 'utf8')
  const things = [
    '账本',
    '罗盘',
    '铜铃',
    '渔网',
    '船票',
    '油灯',
    '旧伞',
    '石印',
    '木梳',
    '药箱',
    '竹篮',
    '纸鸢',
  ]
  const places = [
    '码头',
    '茶馆',
    '货栈',
    '祠堂',
    '渡口',
    '盐场',
    '药铺',
    '学堂',
    '戏台',
    '城隍庙',
    '米行',
    '驿站',
  ]
  const chapter = (n: string, at: number) => {
    const lines = `　　掌柜把${things[at]}留在${places[at]}，${n}天都没有人来取。\n`.repeat(30)
    const hidden = n === '二' ? '　　许三娘把铜哨藏进灯塔的墙缝里，谁也没有告诉。\n' : ''
    const recalled = n === '十' ? '　　林远这才想起许三娘的铜哨，还在灯塔的墙缝里。\n' : ''
    return `第${n}回 雾港旧事\n\n${lines}${hidden}${lines}${recalled}`
  }
  return `卷首语\n${['一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '十一', '十二'].map(chapter).join('')}`
}

test('a novel in an old encoding becomes chapters, and chapter ten is continued with what came before', async ({
  page,
  dataFolder,
}) => {
  const text = await novelText()
  const project = join(dataFolder, '导入的书')
  const file = join(dataFolder, '旧书.txt')
  const bytes = iconv.encode(text, 'gb18030')
  await writeFile(file, bytes)
  await page.getByTestId('welcome-import').click()
  await page.locator('input[type=file]').setInputFiles(file)
  // The form proposes the file's name; nobody types the folder before it has taken the file.
  await expect(page.getByLabel('作品名')).toHaveValue('旧书')
  await page
    .getByRole('textbox', { name: '作品文件夹' })
    .or(page.getByLabel(/文件夹/))
    .first()
    .fill(project)
  await page.locator('.welcome-form button[type=submit]').click()
  const chapters = page.locator('nav.side-left').getByRole('listitem')
  await expect.poll(() => chapters.count()).toBeGreaterThan(11)
  const names = (await readdir(join(project, 'manuscript'))).toSorted()
  const stored = await Promise.all(names.map((name) => readFile(join(project, 'manuscript', name), 'utf8')))
  expect(stored.join('')).toBe(iconv.decode(bytes, 'gb18030'))

  await chapters
    .filter({ hasText: /第十回/ })
    .getByRole('button')
    .first()
    .click()
  await expect(page.getByRole('banner')).toContainText('第十回')
  // What is imported is found once it is indexed; a run before that goes without it, and says so.
  const { id: projectId } = JSON.parse(await readFile(join(project, '.creonow/project.json'), 'utf8'))
  const status = async () => {
    const [, answer] = await callFromPage(page, [
      ['projects:openKnown', { projectId }],
      ['retrieval:status', { projectId }],
    ])
    return answer
  }
  await expect.poll(status).toMatchObject({ ok: true, data: { state: 'ready', indexed: names.length } })
  await caretToEnd(page)
  await runSkill(page)
  await openViewer(page)
  await expect(page.getByTestId('ai-context-layer-retrieved')).toContainText(/第[一二三四五六七八九]回/)
})

test(
  'the form shows what a file would become, asks for its encoding and reads it another way',
  whole,
  async ({ page, dataFolder }) => {
    const project = join(dataFolder, '另一种读法')
    const file = join(dataFolder, '短.txt')
    const prose = '　　林远把信折好，放回胸前的口袋，没有作声。\n'.repeat(12)
    const chapter = (n: string) => `第${n}章 雾起\n${prose}\n第一节 码头\n${prose}\n第二节 灯塔\n${prose}\n`
    await writeFile(file, [...'一二三'].map(chapter).join(''))
    await page.getByTestId('welcome-import').click()
    // In the language of the page, not of the browser.
    await expect(page.locator('.file-pick')).toHaveText('选择文件还没有选文件')
    await page.locator('input[type=file]').setInputFiles(file)
    await expect(page.locator('.file-pick-name')).toHaveText('短.txt')
    const preview = page.getByTestId('import-preview')
    await expect(preview.getByRole('list', { name: '章节' }).getByRole('listitem')).toHaveCount(3)
    await preview.getByRole('button', { name: /第一节 码头/ }).click()
    await expect(preview.getByRole('list', { name: '章节' }).getByRole('listitem')).toHaveCount(6)

    const broken = join(dataFolder, '断行.txt')
    const line = '林远在雾港的码头上等了整整一夜，灯塔始终没有亮，他把信又读了一遍，又'
    const paragraph = `${line}\n${line}\n没有作声。`
    await writeFile(broken, `第一章 雾起\n\n${`${paragraph}\n\n`.repeat(20)}`)
    await page.locator('input[type=file]').setInputFiles(broken)
    const wrapped = page.getByTestId('import-wrapped')
    await expect(wrapped.locator('pre')).toHaveText(paragraph)
    await wrapped.getByRole('checkbox', { name: '把断开的行接成整段' }).check()
    await expect(wrapped.locator('pre')).toHaveText(`${line}${line}没有作声。`)
    if (pictures) await page.screenshot({ path: join(pictures, 'wrapped.png') })

    const unclear = join(dataFolder, '短信.txt')
    await writeFile(unclear, Buffer.from([0xe9, 0xe8, 0xb0, 0xa1]))
    await page.locator('input[type=file]').setInputFiles(unclear)
    await expect(page.getByText('看不准这个文件的编码')).toBeVisible()
    await page.getByLabel('文件夹').fill(project)
    const go = page.locator('.welcome-form button[type=submit]')
    await expect(go).toBeDisabled()
    await chooseOption(page.getByLabel('编码'), 'windows-1252')
    await expect(preview).toContainText('éè°¡')
    await go.click()
    await expect(page.locator('nav.side-left')).toContainText('短信')
  },
)

test('a project that is not there is one sentence, and the page stays where it was', async ({
  page,
  dataFolder,
}) => {
  await page.getByTestId('welcome-open').click()
  await page
    .getByLabel(/文件夹/)
    .first()
    .fill(join(dataFolder, '没有'))
  await page.locator('.welcome-form button[type=submit]').click()
  await expect(page.getByText('没有这个文件夹。')).toBeVisible()
  await page.getByTestId('welcome-sample').click()
  await openChapter(page, '灯塔下的信')
})

test(
  'a folder that is dropped on the page comes in as a book with its sub-folders as parts',
  whole,
  async ({ page, dataFolder }) => {
    const folder = join(dataFolder, '盐路 Salt Road')
    const files = {
      '第一卷 海/1 雾.md': '雾来了。\n',
      '第一卷 海/2 潮.txt': '潮退了。\n',
      '第二卷 山/10 灯.md': '灯灭了。\n',
    }
    for (const [path, text] of Object.entries(files)) {
      await mkdir(join(folder, path, '..'), { recursive: true })
      await writeFile(join(folder, path), text)
    }
    await page.getByTestId('welcome-import').waitFor()
    // As the system gives it to a page: a script could not make a folder to be dropped.
    const browser = await page.context().newCDPSession(page)
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await browser.send('Input.dispatchDragEvent', {
        ...{ type, x: 400, y: 300 },
        data: { items: [], files: [folder], dragOperationsMask: 1 },
      })
    const preview = page.getByTestId('import-preview')
    await expect(page.getByLabel('作品名')).toHaveValue('盐路 Salt Road')
    const listed = preview.getByRole('list', { name: '章节' })
    await expect(listed.getByRole('listitem').filter({ hasText: /雾|潮|灯/ })).toHaveCount(3)
    await expect(listed).toContainText('第一卷 海')
    await expect(listed).toContainText('第二卷 山')
  },
)
