import './camera.css';
import { FaceLivenessDetectorCore } from '@aws-amplify/ui-react-liveness';
import type { Liveness } from './api';
import { useCameraTexts } from './useCameraTexts';

interface CameraProps {
  liveness: Liveness;
  credentials: NonNullable<Liveness['credentials']>;
  /** Called with the failure; null when the camera saw enough. */
  onSeen: (error: string | null) => void;
}

/** The camera, with the video check of Amazon Rekognition. */
export function Camera({ liveness, credentials, onSeen }: CameraProps) {
  const words = useCameraTexts();
  return (
    <FaceLivenessDetectorCore
      sessionId={liveness.sessionId}
      region={liveness.region}
      displayText={words}
      onAnalysisComplete={() => {
        onSeen(null);
        return Promise.resolve();
      }}
      onUserCancel={() => onSeen('declined')}
      onError={({ state }) => onSeen(state)}
      config={{
        credentialProvider: () =>
          Promise.resolve({ ...credentials, expiration: new Date(credentials.expiration) }),
      }}
    />
  );
}
