export { createSceneCheck, type SceneCheck } from './sceneCheck.ts'
