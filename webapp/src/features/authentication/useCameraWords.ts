import type { ComponentProps } from 'react';
import type { FaceLivenessDetectorCore } from '@aws-amplify/ui-react-liveness';
import { useLingui } from '@lingui/react/macro';

type Words = NonNullable<ComponentProps<typeof FaceLivenessDetectorCore>['displayText']>;

/** What the video check says, in the language of the page. */
export function useCameraWords(): Words {
  const { t } = useLingui();
  return {
    a11yVideoLabelText: t`What your camera sees`,
    cameraMinSpecificationsHeadingText: t`This camera is not good enough`,
    cameraMinSpecificationsMessageText: t`The check needs at least 320 by 240 points and 15 pictures a second.`,
    cameraNotFoundHeadingText: t`The camera cannot be used`,
    cameraNotFoundMessageText: t`See that a camera is connected, that no other program uses it, and that your browser may use it.`,
    cancelLivenessCheckText: t`Cancel the check`,
    clientHeaderText: t`The check was not finished`,
    clientMessageText: t`Your browser could not finish it.`,
    connectionTimeoutHeaderText: t`The connection took too long`,
    connectionTimeoutMessageText: t`See that you are online.`,
    errorLabelText: t`Error`,
    faceDistanceHeaderText: t`You moved too early`,
    faceDistanceMessageText: t`Do not come closer before you are asked to.`,
    goodFitAltText: t`Drawing of a face that fills an oval`,
    goodFitCaptionText: t`Good`,
    hintCanNotIdentifyText: t`Move your face before the camera`,
    hintCenterFaceInstructionText: t`Have the camera at the top center of your screen and look straight at it. An oval comes up when the check begins. You are asked to move closer until your face fills it, and then to hold still for a few seconds.`,
    hintCenterFaceText: t`Center your face`,
    hintCheckCompleteText: t`The check is done`,
    hintConnectingText: t`Connecting…`,
    hintFaceDetectedText: t`Your face is seen`,
    hintFaceOffCenterText: t`Your face is outside the oval. Center it.`,
    hintHoldFaceForFreshnessText: t`Hold still`,
    hintIlluminationNormalText: t`The light is good`,
    hintIlluminationTooBrightText: t`Move to where it is darker`,
    hintIlluminationTooDarkText: t`Move to where it is brighter`,
    hintMatchIndicatorText: t`Half done. Keep moving closer.`,
    hintMoveFaceFrontOfCameraText: t`Move your face before the camera`,
    hintTooCloseText: t`Move back`,
    hintTooFarText: t`Move closer`,
    hintTooManyFacesText: t`Only your face may be before the camera.`,
    hintVerifyingText: t`Checking…`,
    landscapeHeaderText: t`Turn your device upright`,
    landscapeMessageText: t`The check works only when your device is upright.`,
    multipleFacesHeaderText: t`More than one face is seen`,
    multipleFacesMessageText: t`Only your face may be before the camera.`,
    photosensitivityWarningBodyText: t`This check flashes different colors. Take care if you are sensitive to light.`,
    photosensitivityWarningHeadingText: t`Flashing lights`,
    photosensitivityWarningInfoText: t`Colored lights can cause seizures in some people. Take care if you, or anyone in your family, have epilepsy.`,
    photosensitivityWarningLabelText: t`More about flashing lights`,
    portraitMessageText: t`Keep your device upright during the check.`,
    recordingIndicatorText: t`Rec`,
    retryCameraPermissionsText: t`Try again`,
    serverHeaderText: t`The service cannot check now`,
    serverMessageText: t`The check could not be finished.`,
    startScreenBeginCheckText: t`Start the video check`,
    timeoutHeaderText: t`The time is over`,
    timeoutMessageText: t`Your face did not fill the oval in time.`,
    tooFarAltText: t`Drawing of a face inside an oval, with room around it`,
    tooFarCaptionText: t`Too far`,
    tryAgainText: t`Try again`,
    waitingCameraPermissionText: t`Allow your browser to use the camera.`,
  };
}
