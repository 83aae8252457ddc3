import { type DragEvent, type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useSceneActions, useWorkspace } from '../../app/AppContext.tsx'
import { Menu, MenuItem } from '../../components/Menu.tsx'
import { type SceneLine, sceneRowId } from './listRows.ts'
import { openRowMenu } from './openRowMenu.ts'

/** What is dragged; a scene goes to no other window. */
const dragType = 'application/x-creonow-scene'

interface SceneRowProps {
  readonly scene: SceneLine
  readonly isTabStop: boolean
  readonly onShow: (at: number) => void
  /** The focus goes to the row of this id. */
  readonly onDone: (id: string) => void
}

/** A scene of the open chapter: pressing it goes there, dragging it or Alt with an arrow key moves it. */
export const SceneRow = ({ scene, isTabStop, onShow, onDone }: SceneRowProps) => {
  const { t } = useTranslation()
  const scenes = useSceneActions()
  const workspace = useWorkspace()
  const mayWrite = useStore(workspace.store, ({ access }) => access === 'write')
  const [isOver, setOver] = useState(false)
  const { id, at, count, title } = scene
  const move = (from: number, to: number) => {
    const place = scenes.move(from, to)
    if (place !== null) onDone(sceneRowId(place))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const way = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined
    if (way === undefined) return
    event.preventDefault()
    move(at, at + way)
  }
  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(dragType)) return
    event.preventDefault()
    setOver(true)
  }
  const onDrop = (event: DragEvent) => {
    setOver(false)
    const from = event.dataTransfer.getData(dragType)
    if (from === '') return
    event.preventDefault()
    move(Number(from), at)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button in it opens the same menu
    <div className={isOver ? 'chapter-line scene-over' : 'chapter-line'} onContextMenu={openRowMenu}>
      <button
        type="button"
        className="chapter-row scene-row"
        data-row={id}
        tabIndex={isTabStop ? 0 : -1}
        title={title}
        draggable={mayWrite}
        onClick={() => onShow(at)}
        onKeyDown={onKeyDown}
        onDragStart={(event) => event.dataTransfer.setData(dragType, String(at))}
        onDragOver={onDragOver}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <span className="chapter-title">{title}</span>
      </button>
      {count > 1 && mayWrite && (
        <Menu label={t('chapters.menu', { title })} className="chapter-more" isTabStop={isTabStop}>
          <MenuItem disabled={at === 0} onPress={() => move(at, at - 1)}>
            {t('chapters.up')}
          </MenuItem>
          <MenuItem disabled={at === count - 1} onPress={() => move(at, at + 1)}>
            {t('chapters.down')}
          </MenuItem>
        </Menu>
      )}
    </div>
  )
}
