; Installer of Windows, for Inno Setup 6: iscc /DVersion=0.2.0 packaging\windows\holland44.iss
; UNTESTED: no Windows was at hand. It packs the one-folder build in build\dist\holland44.

[Setup]
AppId={{6B1B6E0B-2E0C-4C3B-9D39-4D4C44513434}
AppName=Holland '44 Qt
AppVersion={#Version}
DefaultDirName={autopf}\Holland44
DefaultGroupName=Holland '44 Qt
PrivilegesRequiredOverridesAllowed=dialog
OutputDir=..\..\dist
OutputBaseFilename=holland44-{#Version}-windows
SetupIconFile=..\..\build\icons\holland44.ico
UninstallDisplayIcon={app}\holland44.exe
ChangesAssociations=yes
Compression=lzma2
SolidCompression=yes
LicenseFile=..\..\LICENSE

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "es"; MessagesFile: "compiler:Languages\Spanish.isl"
Name: "pt"; MessagesFile: "compiler:Languages\BrazilianPortuguese.isl"

[Files]
Source: "..\..\build\dist\holland44\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion

[Icons]
Name: "{group}\Holland '44 Qt"; Filename: "{app}\holland44.exe"; Parameters: "open"

[Registry]
Root: HKA; Subkey: "Software\Classes\.h44log"; ValueType: string; ValueData: "Holland44.Log"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\Holland44.Log\shell\open\command"; ValueType: string; ValueData: """{app}\holland44.exe"" open ""%1"""; Flags: uninsdeletekey
