export { createVoiceService, type VoiceService } from './voiceService.ts'
