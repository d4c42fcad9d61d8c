import type { ComponentProps } from 'react';
import type { FaceLivenessDetectorCore } from '@aws-amplify/ui-react-liveness';
import { useLingui } from '@lingui/react/macro';

type CameraTexts = NonNullable<ComponentProps<typeof FaceLivenessDetectorCore>['displayText']>;

/** Returns the texts of the video check in the language of the page. */
export function useCameraTexts(): CameraTexts {
  const { t } = useLingui();
  return {
    a11yVideoLabelText: t`What your camera sees`,
    cameraMinSpecificationsHeadingText: t`This camera does not work for the check`,
    cameraMinSpecificationsMessageText: t`The check needs a camera with at least 320 by 240 pixels and 15 frames per second.`,
    cameraNotFoundHeadingText: t`We can’t use the camera`,
    cameraNotFoundMessageText: t`Check that your camera is on, that no other program uses it, and that your browser may use it.`,
    cancelLivenessCheckText: t`Cancel the check`,
    clientHeaderText: t`The check was not finished`,
    clientMessageText: t`Your browser could not finish the check.`,
    connectionTimeoutHeaderText: t`The connection took too long`,
    connectionTimeoutMessageText: t`Check that you are online.`,
    errorLabelText: t`Error`,
    faceDistanceHeaderText: t`You moved too early`,
    faceDistanceMessageText: t`Do not move closer until we ask you to.`,
    goodFitAltText: t`Drawing of a face that fills an oval`,
    goodFitCaptionText: t`Good`,
    hintCanNotIdentifyText: t`Move your face in front of the camera`,
    hintCenterFaceInstructionText: t`Keep the camera at the top center of your screen and look straight at it. When the check starts, you see an oval. Move closer until your face fills it, then hold still for a few seconds.`,
    hintCenterFaceText: t`Center your face`,
    hintCheckCompleteText: t`The check is done`,
    hintConnectingText: t`Connecting…`,
    hintFaceDetectedText: t`We see your face`,
    hintFaceOffCenterText: t`Your face is outside the oval. Center it.`,
    hintHoldFaceForFreshnessText: t`Hold still`,
    hintIlluminationNormalText: t`The light is good`,
    hintIlluminationTooBrightText: t`Move to where it is darker`,
    hintIlluminationTooDarkText: t`Move to where it is brighter`,
    hintMatchIndicatorText: t`Half done. Keep moving closer.`,
    hintMoveFaceFrontOfCameraText: t`Move your face in front of the camera`,
    hintTooCloseText: t`Move back`,
    hintTooFarText: t`Move closer`,
    hintTooManyFacesText: t`Only your face may be in front of the camera.`,
    hintVerifyingText: t`Checking…`,
    landscapeHeaderText: t`Turn your device upright`,
    landscapeMessageText: t`The check works only when your device is upright.`,
    multipleFacesHeaderText: t`We see more than one face`,
    multipleFacesMessageText: t`Only your face may be in front of the camera.`,
    photosensitivityWarningBodyText: t`This check flashes different colors. Be careful if you are sensitive to light.`,
    photosensitivityWarningHeadingText: t`Flashing lights`,
    photosensitivityWarningInfoText: t`Colored lights can cause seizures in some people. Take care if you, or anyone in your family, have epilepsy.`,
    photosensitivityWarningLabelText: t`More about flashing lights`,
    portraitMessageText: t`Keep your device upright during the check.`,
    recordingIndicatorText: t`Rec`,
    retryCameraPermissionsText: t`Try again`,
    serverHeaderText: t`The service can’t check right now`,
    serverMessageText: t`The check could not be finished.`,
    startScreenBeginCheckText: t`Start the video check`,
    timeoutHeaderText: t`Time is up`,
    timeoutMessageText: t`Your face did not fill the oval in time.`,
    tooFarAltText: t`Drawing of a face inside an oval, with room around it`,
    tooFarCaptionText: t`Too far`,
    tryAgainText: t`Try again`,
    waitingCameraPermissionText: t`Allow your browser to use the camera.`,
  };
}
