export { type FcmAnswer, type FcmDouble, startFcmDouble } from './fcm-double';
